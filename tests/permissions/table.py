"""Who gets what answer at which address: the table that `test_every_address.py` walks.

A new page is a row of PAGES, a new operation of the API a row of API, a new model in the administration a row
of ADMIN. A row says what is asked for and which GROUP it is of; a group has what each person is answered,
once for a public event and once for a private one:

    ok     not refused: anything but 401, 403, 404 and the site's own faults
    302    led to the login
    401    asked who he is                     403    told who may
    404    told that there is no such thing, as for what does not exist
"""

from __future__ import annotations

PERSONS = (
    "root",  # a superuser
    "officer",  # staff of the event's federation, let into the administration
    "organiser",  # of the event
    "chief",  # its chief arbiter
    "arbiter",  # of this event
    "elsewhere",  # arbiter of another event
    "abroad",  # staff of another federation, let into the administration
    "player",  # of the event, by an account
    "other",  # an account without any part in it
    "nobody",  # not signed in
)

INSIDERS = ("root", "officer", "organiser", "chief", "arbiter")
STRANGERS = ("elsewhere", "abroad", "other", "nobody")  # to the private event
BY_KEY = {"my", "my-check-in", "door", "table"}  # who has the key or the code is no stranger

# fmt: off
GROUPS = {
    #                  root officer organiser chief arbiter | elsewhere abroad player other nobody
    # Pages and reading in the API.
    "site":          ("ok   ok      ok        ok    ok        ok        ok     ok     ok    ok",
                      "ok   ok      ok        ok    ok        ok        ok     ok     ok    ok"),
    "event":         ("ok   ok      ok        ok    ok        ok        ok     ok     ok    ok",
                      "ok   ok      ok        ok    ok        404       404    404    404   404"),
    "own pairing":   ("ok   ok      ok        ok    ok        ok        ok     ok     ok    ok",
                      "ok   ok      ok        ok    ok        404       404    ok     404   404"),
    "draft":         ("ok   ok      404       ok    ok        404       404    404    404   404",
                      "ok   ok      404       ok    ok        404       404    404    404   404"),
    "account":       ("ok   ok      ok        ok    ok        ok        ok     ok     ok    302",
                      "ok   ok      ok        ok    ok        ok        ok     ok     ok    302"),
    "nothing":       ("404  404     404       404   404       404       404    404    404   404",
                      "404  404     404       404   404       404       404    404    404   404"),
    # The desk.
    "desk":          ("ok   ok      ok        ok    ok        404       404    404    404   302",
                      "ok   ok      ok        ok    ok        404       404    404    404   404"),
    "desk play":     ("ok   ok      403       ok    ok        404       404    404    404   302",
                      "ok   ok      403       ok    ok        404       404    404    404   404"),
    "desk settings": ("ok   ok      ok        ok    403       404       404    404    404   302",
                      "ok   ok      ok        ok    403       404       404    404    404   404"),
    "desk finish":   ("ok   ok      403       ok    403       404       404    404    404   302",
                      "ok   ok      403       ok    403       404       404    404    404   404"),
    # A player's own game, by his account.
    "own game":      ("ok   ok      403       ok    ok        404       404    ok     404   302",
                      "ok   ok      403       ok    ok        404       404    ok     404   404"),
    "own report":    ("403  403     403       403   403       404       404    ok     404   302",
                      "403  403     403       403   403       404       404    ok     404   404"),
    # The API: what only persons of the event read, and writing.
    "reads":         ("ok   ok      ok        ok    ok        404       404    404    404   401",
                      "ok   ok      ok        ok    ok        404       404    404    404   404"),
    "reads play":    ("ok   ok      403       ok    ok        404       404    404    404   401",
                      "ok   ok      403       ok    ok        404       404    404    404   404"),
    "reads finish":  ("ok   ok      403       ok    403       404       404    404    404   401",
                      "ok   ok      403       ok    403       404       404    404    404   404"),
    "signed in":     ("ok   ok      ok        ok    ok        ok        ok     ok     ok    401",
                      "ok   ok      ok        ok    ok        ok        ok     ok     ok    401"),
    "writes":        ("ok   ok      ok        ok    ok        404       404    404    404   401",
                      "ok   ok      ok        ok    ok        404       404    404    404   401"),
    "writes play":   ("ok   ok      403       ok    ok        404       404    404    404   401",
                      "ok   ok      403       ok    ok        404       404    404    404   401"),
    "writes settings": ("ok ok      ok        ok    403       404       404    404    404   401",
                      "ok   ok      ok        ok    403       404       404    404    404   401"),
    "writes finish": ("ok   ok      403       ok    403       404       404    404    404   401",
                      "ok   ok      403       ok    403       404       404    404    404   401"),
    "writes own game": ("ok ok      403       ok    ok        404       404    ok     404   401",
                      "ok   ok      403       ok    ok        404       404    ok     404   401"),
    "writes own report": ("403 403  403       403   403       404       404    ok     404   401",
                      "403  403     403       403   403       404       404    ok     404   401"),
    "writes people": ("ok   ok      403       403   403       403       ok     403    403   401",
                      "ok   ok      403       403   403       403       ok     403    403   401"),
    "writes person": ("ok   ok      404       404   404       404       404    404    404   401",
                      "ok   ok      404       404   404       404       404    404    404   401"),
}

PAGES = {
    # name: (methods, group, what its `pk` is of; "team…" in the event of teams)
    "home": ("GET", "site", ""),
    "tournaments": ("GET", "site", ""),
    "players": ("GET", "site", ""),
    "player": ("GET", "site", "player"),
    "clubs": ("GET", "site", ""),
    "club": ("GET", "site", "club"),
    "federations": ("GET", "site", ""),
    "federation": ("GET", "site", ""),
    "rating-lists": ("GET", "site", ""),
    "rating-list": ("GET", "site", "list"),
    "favicon": ("GET", "site", ""),
    "healthz": ("GET", "site", ""),
    "readyz": ("GET", "site", ""),
    "login": ("GET POST", "site", ""),
    "logout": ("POST", "site", ""),
    "set_language": ("POST", "site", ""),
    "game-legal": ("POST", "site", ""),

    "tournament-new": ("GET POST", "account", ""),
    "tournament-import": ("GET POST", "account", ""),
    "tournament-restore": ("GET POST", "account", ""),

    "tournament": ("GET", "event", ""),
    "tournament-round": ("GET", "event", ""),
    "tournament-round-table": ("GET", "event", ""),
    "tournament-standings": ("GET", "event", ""),
    "tournament-standing": ("GET", "event", ""),
    "tournament-crosstable": ("GET", "event", ""),
    "tournament-bracket": ("GET", "nothing", ""),
    "tournament-games": ("GET", "event", ""),
    "tournament-players": ("GET", "event", ""),
    "tournament-about": ("GET", "event", ""),
    "tournament-team": ("GET", "event", "team"),
    "tournament-individual": ("GET", "event", "teams"),
    "tournament-trf": ("GET", "event", ""),
    "tournament-pdn": ("GET", "event", ""),
    "tournament-feed": ("GET", "event", ""),
    "wall": ("GET", "event", ""),
    "wall-tables": ("GET", "event", ""),
    "print-pairings": ("GET", "event", ""),
    "print-names": ("GET", "event", ""),
    "print-standings": ("GET", "event", ""),
    "print-crosstable": ("GET", "event", ""),
    "game": ("GET", "own pairing", "game"),
    "game-pdn": ("GET", "own pairing", "game"),

    # Who has the key or the code needs no account and no public event.
    "my": ("GET POST", "site", ""),
    "my-check-in": ("POST", "site", ""),
    "door": ("GET POST", "site", ""),
    "table": ("GET POST", "site", ""),

    "game-submit": ("GET POST", "own game", "pairing"),
    "game-report": ("GET POST", "own report", "pairing"),

    "desk": ("GET", "desk", ""),
    "desk-people": ("GET", "desk", ""),
    "desk-appoint": ("POST", "desk settings", ""),
    "desk-dismiss": ("POST", "desk settings", ""),
    "desk-settings": ("GET POST", "desk settings", ""),
    "tournament-snapshot": ("GET", "desk finish", ""),
    "desk-finish": ("GET POST", "desk finish", ""),
    "desk-reopen": ("POST", "desk finish", ""),
    "desk-changes": ("GET", "desk play", ""),
    "desk-log": ("GET", "desk play", ""),
    "desk-log-file": ("GET", "desk play", ""),

    "desk-players": ("GET", "desk", ""),
    "desk-enter": ("POST", "desk", ""),
    "desk-add": ("POST", "desk", ""),
    "desk-paste": ("POST", "desk", ""),
    "desk-import": ("GET POST", "desk", ""),
    "desk-entry": ("GET", "desk", "entry"),
    "desk-correct": ("POST", "desk", "newcomer"),
    "desk-remove": ("POST", "desk", "entry"),
    "desk-withdraw": ("POST", "desk", "entry"),
    "desk-return": ("POST", "desk", "entry"),
    "desk-bye": ("POST", "desk", "entry"),
    "desk-bye-cancel": ("POST", "desk", "entry"),
    "desk-key-renew": ("POST", "desk", "entry"),
    "desk-codes": ("GET", "desk", ""),
    "desk-check-in": ("GET", "desk", ""),
    "desk-absent": ("POST", "desk", ""),
    "desk-check-in-poster": ("GET", "desk", ""),
    "desk-check-in-note": ("POST", "desk", "entry"),
    "desk-fees": ("GET", "desk", ""),
    "desk-fees-file": ("GET", "desk", ""),
    "desk-receipts": ("GET", "desk", ""),
    "desk-fee": ("GET", "desk", "entry"),
    "desk-fee-change": ("POST", "desk", "entry"),
    "desk-pay": ("POST", "desk", "entry"),
    "desk-categories": ("GET", "desk", ""),
    "desk-category": ("GET", "desk", "category"),
    "desk-category-add": ("POST", "desk", ""),
    "desk-category-members": ("POST", "desk", "category"),
    "desk-category-rename": ("POST", "desk", "category"),
    "desk-category-remove": ("POST", "desk", "category"),
    "desk-prints": ("GET", "desk", ""),
    "print-slips": ("GET", "desk", ""),
    "print-scoresheets": ("GET", "desk", ""),
    "print-cards": ("GET", "desk", ""),
    "desk-teams": ("GET", "desk", "teams"),
    "desk-team-add": ("POST", "desk", "teams"),
    "desk-team": ("GET", "desk", "team"),
    "desk-team-change": ("POST", "desk", "team"),
    "desk-team-members": ("POST", "desk", "team"),
    "desk-team-enter": ("POST", "desk", "team"),
    "desk-team-apart": ("POST", "desk", "team"),
    "desk-team-remove": ("POST", "desk", "team"),
    "desk-team-withdraw": ("POST", "desk", "team"),
    "desk-team-return": ("POST", "desk", "team"),
    "desk-team-bye": ("POST", "desk", "team"),
    "desk-team-bye-cancel": ("POST", "desk", "team"),

    "desk-rounds": ("GET", "desk play", ""),
    "desk-pair": ("POST", "desk play", ""),
    "desk-round": ("GET", "desk play", ""),
    "desk-hand": ("GET POST", "desk play", ""),
    "desk-undo": ("GET POST", "desk play", ""),
    "desk-line-up": ("GET POST", "desk play", "team match"),
    "desk-match-forfeit": ("GET POST", "desk play", "team match"),
    "desk-publish": ("POST", "desk play", ""),
    "desk-repair": ("POST", "desk play", ""),
    "desk-unpublish": ("POST", "desk play", ""),
    "desk-start": ("POST", "desk play", ""),
    "desk-close": ("POST", "desk play", ""),
    "desk-round-reopen": ("POST", "desk play", ""),
    "desk-starts-at": ("POST", "desk play", ""),
    "desk-adjourn": ("POST", "desk play", "pairing"),
    "desk-result": ("POST", "desk play", "pairing"),
    "desk-table-codes": ("GET", "desk play", ""),
    "desk-reports-agreed": ("POST", "desk play", ""),
    "desk-report-accept": ("POST", "desk play", "pairing"),
    "desk-report-dismiss": ("POST", "desk play", "pairing"),
    "desk-prohibit": ("POST", "desk play", ""),
    "desk-allow": ("POST", "desk play", "prohibition"),
    "desk-adjust": ("POST", "desk play", "entry"),
    "desk-adjust-remove": ("POST", "desk play", "entry"),
    "desk-queue": ("GET", "desk play", ""),
    "desk-decide": ("POST", "desk play", "flag"),
}

# The same addresses for a round that is only a draft.
DRAFTS = {
    "tournament-round": ("GET", "draft", ""),
    "tournament-round-table": ("GET", "nothing", ""),
    "game-report": ("GET", "nothing", "draft pairing"),
    "api-matches": ("GET", "draft", ""),
    "game-submit": ("GET", "draft", "draft pairing"),
    "api-round": ("GET", "draft", ""),
    "api-pairing": ("GET", "draft", "draft pairing"),
}

API = {
    "api-root": {"GET": "site"},
    "api-schema": {"GET": "site"},
    "api-docs": {"GET": "site"},
    "api-nothing": {"GET": "nothing"},
    "api-games": {"GET": "site"},
    "api-game": {"GET": "own pairing", "of": "game"},
    "api-pairing-games": {"GET": "own pairing", "POST": "writes own game", "of": "pairing"},
    "api-restore": {"POST": "signed in"},
    "api-snapshot": {"GET": "reads finish"},
    "api-flags": {"GET": "reads play"},
    "api-flag": {"GET": "reads play", "of": "flag"},
    "api-decide": {"POST": "writes play", "of": "flag"},
    "api-tournaments": {"GET": "site", "POST": "signed in"},
    "api-trf-import": {"POST": "signed in"},
    "api-trf": {"GET": "event"},
    "api-tournament": {"GET": "event", "PATCH": "writes settings"},
    "api-finish": {"POST": "writes finish"},
    "api-reopen": {"POST": "writes finish"},
    "api-audit": {"GET": "reads play"},
    "api-officials": {"GET": "reads", "POST": "writes settings"},
    "api-official": {"DELETE": "writes settings"},
    "api-entries": {"GET": "event", "POST": "writes"},
    "api-entries-import": {"POST": "writes"},
    "api-entries-import-preview": {"POST": "writes"},
    "api-entry": {"GET": "event", "DELETE": "writes", "of": "entry"},
    "api-withdraw": {"POST": "writes", "of": "entry"},
    "api-return": {"POST": "writes", "of": "entry"},
    "api-check-in": {"GET": "reads"},
    "api-absences": {"POST": "writes", "DELETE": "writes"},
    "api-entry-check-in": {"POST": "writes", "DELETE": "writes", "of": "entry"},
    "api-fees": {"GET": "reads"},
    "api-fee": {"PUT": "writes", "of": "entry"},
    "api-payments": {"GET": "reads", "POST": "writes", "of": "entry"},
    "api-categories": {"GET": "event", "POST": "writes"},
    "api-category": {"PATCH": "writes", "DELETE": "writes", "of": "category"},
    "api-byes": {"POST": "writes", "of": "entry"},
    "api-bye": {"DELETE": "writes", "of": "entry"},
    "api-teams": {"GET": "event", "POST": "writes", "of": "teams"},
    "api-team": {"GET": "event", "PATCH": "writes", "DELETE": "writes", "of": "team"},
    "api-team-members": {"PUT": "writes", "POST": "writes", "of": "team"},
    "api-team-kept-apart": {"PUT": "writes", "of": "team"},
    "api-team-withdraw": {"POST": "writes", "of": "team"},
    "api-team-return": {"POST": "writes", "of": "team"},
    "api-team-byes": {"POST": "writes", "of": "team"},
    "api-team-bye": {"DELETE": "writes", "of": "team"},
    "api-matches": {"GET": "event", "of": "teams"},
    "api-line-up": {"PUT": "writes play", "of": "team match"},
    "api-match-result": {"PUT": "writes play", "of": "team match"},
    "api-rounds": {"GET": "event", "POST": "writes play"},
    "api-round": {"GET": "event", "PATCH": "writes play", "DELETE": "writes play"},
    "api-round-publish": {"POST": "writes play"},
    "api-round-repair": {"POST": "writes play"},
    "api-round-unpublish": {"POST": "writes play"},
    "api-round-start": {"POST": "writes play"},
    "api-round-close": {"POST": "writes play"},
    "api-round-reopen": {"POST": "writes play"},
    "api-round-pairings": {"PUT": "writes play"},
    "api-prohibited-pairings": {"GET": "reads play", "POST": "writes play"},
    "api-prohibited-pairing": {"DELETE": "writes play", "of": "prohibition"},
    "api-standings": {"GET": "event"},
    "api-crosstable": {"GET": "event"},
    "api-bracket": {"GET": "nothing"},
    "api-adjustments": {"GET": "event", "POST": "writes play", "of": "entry"},
    "api-adjustment": {"DELETE": "writes play", "of": "entry"},
    "api-reports": {"GET": "reads play"},
    "api-pairing-reports": {"POST": "writes own report", "of": "pairing"},
    "api-report-accept": {"POST": "writes play", "of": "pairing"},
    "api-reports-dismiss": {"POST": "writes play", "of": "pairing"},
    "api-pairing": {"GET": "own pairing", "PATCH": "writes play", "of": "pairing"},
    "api-players": {"GET": "site", "POST": "writes people"},
    "api-player": {"GET": "site", "PATCH": "writes person", "of": "player"},
    "api-clubs": {"GET": "site"},
    "api-club": {"GET": "site", "PATCH": "writes person", "of": "club"},
    "api-federations": {"GET": "site"},
    "api-federation": {"GET": "site"},
    "api-rating-lists": {"GET": "site"},
    "api-rating-list": {"GET": "site", "of": "list"},
    "api-rating-changes": {"GET": "site", "of": "list"},
}

# Django's own pages, whose methods are Django's.
ANY_METHOD = {"login", "logout", "set_language"}

# What does not ask who asks, and is asked for once: making the schema takes its time.
ALIKE = {"api-schema", "api-docs", "favicon", "healthz", "readyz"}

# Everybody whom the administration does not let in (`is_staff`) is led to its login, wherever he asks.
ADMIN_PERSONS = ("root", "officer", "abroad")
ADMIN_KINDS = {
    #              list          add            one's page    its history   deleting it
    "kept":       ("ok ok ok",   "ok ok ok",    "ok ok 404",  "ok ok 404",  "ok ok 404"),
    "events":     ("ok ok ok",   "ok ok ok",    "ok ok 404",  "ok ok 404",  "403 403 404"),
    "ratings":    ("ok ok ok",   "ok ok ok",    "ok ok 404",  "ok ok 404",  "403 403 404"),
    "federations": ("ok ok ok",  "ok 403 403",  "ok ok 404",  "ok ok 404",  "ok 403 404"),
    "records":    ("ok ok ok",   "403 403 403", "ok ok 404",  "ok ok 404",  "403 403 404"),
    "jobs":       ("ok 403 403", "403 403 403", "ok 404 404", "ok 404 404", "403 404 404"),
    "accounts":   ("ok 403 403", "ok 403 403",  "ok 403 403", "ok 403 403", "ok 403 403"),
    "attempts":   ("ok 403 403", "403 403 403", "- - -",      "- - -",      "- - -"),
}
ADMIN = {
    # model: (kind, the row asked for)
    "tournaments_tournament": ("events", "tournament"),
    "tournaments_federation": ("federations", "federation"),
    "tournaments_club": ("kept", "club"),
    "tournaments_player": ("kept", "player"),
    "tournaments_ratinglist": ("kept", "list"),
    "tournaments_rating": ("ratings", "rating"),
    "tournaments_ratingchange": ("records", "change"),
    "tournaments_auditentry": ("records", "log entry"),
    "tournaments_job": ("jobs", "job"),
    "tournaments_entry": ("records", "entry"),
    "tournaments_round": ("records", "round"),
    "tournaments_pairing": ("records", "pairing"),
    "tournaments_team": ("records", "team"),
    "tournaments_match": ("records", "team match"),
    "games_game": ("records", "game"),
    "games_flag": ("records", "flag"),
    "auth_user": ("accounts", "account"),
    "auth_group": ("accounts", "group"),
    "authtoken_tokenproxy": ("accounts", "token"),
    "axes_accessattempt": ("attempts", ""),
    "axes_accesslog": ("attempts", ""),
    "axes_accessfailurelog": ("attempts", ""),
}
ADMIN_FRAME = {
    # Pages of the administration that are about no model.
    "index": "ok ok ok",
    "app_list": "ok ok ok",
    "login": "ok ok ok",
    "logout": "ok ok ok",
    "password_change": "ok ok ok",
    "password_change_done": "ok ok ok",
    "jsi18n": "ok ok ok",
    "autocomplete": "403 403 403",  # without saying what for
    "view_on_site": "404 404 404",  # of the pages it is asked for here
    "auth_user_password_change": "ok 403 403",
}
# fmt: on
