"""The routes of the pages, one file for each kind; every one is registered through the gate with its access."""
