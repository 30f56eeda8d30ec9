"""What heads the columns of lists of players."""

from collections.abc import Mapping

# Headings in English, Czech and Slovak, as search keys.
_HEADINGS: Mapping[str, str] = {
    "whole_name": "full name|player|player name|jmeno hrace|hrac|cele jmeno|jmeno a prijmeni|jmeno prijmeni"
    "|meno hraca|cele meno|meno a priezvisko|meno priezvisko|given name and family name|first name last name",
    "surname_first": "prijmeni a jmeno|prijmeni jmeno|priezvisko a meno|priezvisko meno|surname and name"
    "|family name and given name|last name first name",
    # Alone the whole name, beside a family name the given one.
    "name": "name|jmeno|meno",
    "family_name": "family name|family|surname|last name|lastname|familyname|prijmeni|priezvisko",
    "given_name": "given name|given names|given|first name|firstname|forename|givenname|krestni jmeno"
    "|krstne meno",
    "birth_year": "born|birth year|birthyear|year of birth|year|yob|date of birth|birth date|birthdate"
    "|birthday|dob|rok narozeni|rok nar|r nar|rocnik|narozen|narozena|narozeni|narozen a|datum narozeni"
    "|datum nar|rok|rok narodenia|datum narodenia|narodeny|narodena|narodeny a|narodenie",
    "club": "club|club name|klub|nazev klubu|nazov klubu|oddil|klub oddil|oddil klub|oddiel|klub oddiel",
    "rating": "rating|elo|rtg|elo rating|rating elo|hodnoceni|hodnotenie",
    "number": "federation number|federation id|fed number|fed id|id|player id|member number|member id"
    "|membership number|licence|license|registration number|registracni cislo|reg cislo|cislo registrace"
    "|clenske cislo|evidencni cislo|cislo hrace|federacni cislo|cislo federace|id hrace|registracne cislo"
    "|cislo registracie|evidencne cislo|cislo hraca|federacne cislo|id hraca",
    "category": "category|group|kategorie|kategoria|vekova kategorie|vekova kategoria|skupina",
    "fee": "fee|entry fee|entry fees|startovne|startovni poplatek|startovny poplatok|vklad|poplatek|poplatok"
    "|ucastnicky poplatek|ucastnicky poplatok",
}
HEADINGS: Mapping[str, str] = {
    heading: meaning for meaning, headings in _HEADINGS.items() for heading in headings.split("|")
}
"""What a column's heading, as a search key, means."""
