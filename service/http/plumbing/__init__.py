"""Parts that every resource uses: who asks, bodies, errors, headers and the document."""
