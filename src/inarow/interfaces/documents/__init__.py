"""The documentation as a site without network: served beside the page, or written to a folder.

The pages are the Markdown files of `docs/`, as code hosts show them, too. Here they get an order, a
search, links between them, boards to step through, and pages that are made from the code: the
Python interface, the commands, and the tables of everything that is said as JSON.
"""
