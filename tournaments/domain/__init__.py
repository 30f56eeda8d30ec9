"""The rules of tournaments, pure: a read-only snapshot goes in, a plan or a table comes out.

Nothing in here knows a framework, a database or a language of the screen. Messages are English templates
with their parameters beside them (see ``errors``), so that the outer ring can translate them.
"""
