"""What a caller can do wrong; bad evidence never raises, it becomes a row with an `error`."""

NOT_ANSWERED = "NOT_ANSWERED"
"""The code of the finding that a question failed over the evidence."""


class MQForensicsError(Exception):
    """The base of every error the kit raises."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows in a notebook: the sentence alone, because it says what to do and the calls do not."""
        return [f"{type(self).__name__}: {self}"]


class JavaNotFound(MQForensicsError, RuntimeError):
    """Spark has no Java to run on."""


class EngineFailed(MQForensicsError, RuntimeError):
    """Spark, its Java or the kernel of a report did not start, or ended before it had answered."""


class CaseNotFound(MQForensicsError, FileNotFoundError):
    """The path of a case names nothing that can be read."""


class CaseEmpty(MQForensicsError, ValueError):
    """A case holds no file that the kit can use."""


class FileRefused(MQForensicsError, OSError):
    """A file of a case cannot be read, or opens to more than is allowed."""


class SchemeExpected(MQForensicsError, ValueError):
    """A URL of evidence has a scheme that nothing on this machine reads."""


class FolderExpected(MQForensicsError, ValueError):
    """What is to be written to is not a folder, and none can be made there."""


class FileExpected(MQForensicsError, ValueError):
    """What is to be written to is not a file, and none can be made there."""
