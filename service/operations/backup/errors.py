"""The errors of backups::

BackupFailed          says why, and the remedy, in one line
└── BackupBroken      a file is cut, changed or foreign; names the block
"""


class BackupFailed(Exception):
    """A backup cannot be taken, read or restored; the message says why, and the remedy."""


class BackupBroken(BackupFailed):
    """A backup file is not as it was written."""
