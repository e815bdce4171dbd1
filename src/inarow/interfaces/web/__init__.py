"""The page: a local server that plays, analyses, teaches and shows events in a browser.

`messages.py` and `views.py` are the contract with the page, in words in docs/web_protocol.md.
"""
