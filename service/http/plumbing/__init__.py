"""Parts that every resource uses: the asker, bodies, errors, headers and the document."""
