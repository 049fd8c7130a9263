"""The API's document: the shapes of answers, and the description of every route."""
