"""What can go wrong, as errors that carry a code, a message template and its parameters.

Two families matter to a caller: ``InputError`` (what was sent is wrong and can be corrected) and
``ConflictError`` (what was sent is fine, but the tournament's state forbids it).
"""


def gettext_noop(message: str) -> str:
    """Mark ``message`` for the catalogue and return it untouched; the outer ring translates it."""
    return message


class DomainError(ValueError):
    """A rule was broken.

    ``code`` is a stable kebab-case key, ``template`` the English message with ``%(name)s`` placeholders
    (the msgid of its translations), ``params`` the values of the placeholders. ``str()`` is the English text.
    """

    def __init__(self, code: str, template: str, /, **params: object) -> None:
        self.code = code
        self.template = template
        self.params: dict[str, object] = params
        super().__init__(template % params)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # BaseException would rebuild from the finished text alone, which lacks the code and the parameters.
        return _rebuild, (type(self), self.code, self.template, self.params)


def _rebuild(kind: type[DomainError], code: str, template: str, params: dict[str, object]) -> DomainError:
    return kind(code, template, **params)


class InputError(DomainError):
    """The input is wrong: say what and where, and what would be right."""


class ConflictError(DomainError):
    """The state of the tournament forbids it."""


class StaleError(ConflictError):
    """Somebody changed it first: the caller looked at an older version."""


class PairingError(ConflictError):
    """No round can be paired (or a plan breaks a rule), with the reason and what the arbiter can do."""
