"""Worker processes of the page, and the jobs they do."""
