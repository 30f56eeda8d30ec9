"""Slovak months in the genitive (E), as in Czech: 30. novembra 2026."""

DATE_FORMAT = "j. E Y"
DATETIME_FORMAT = "j. E Y G:i"
MONTH_DAY_FORMAT = "j. E"
