"""JupyterLab for the desk: while the server starts, the kernel for the case loads what the desk needs.

`python -P -m mqforensics.lab_server CASE OPTION…` is `jupyter lab OPTION…`, whose first kernel is that one. It
keeps what the kernel prints in the folder in which it is started.
"""

import sys
from importlib import import_module
from pathlib import Path

from mqforensics import kernel
from mqforensics.files.isolation import without
from mqforensics.report import UNNEEDED

LOADED = ("mqforensics.views.investigation", "ipykernel.kernelapp")
"""What the cell of the desk imports, and the kernel itself."""
Kernels: type
"""The manager of the server's kernels, by whose name the server finds it."""


def main(arguments: list[str]) -> None:
    """Be JupyterLab, until it ends."""
    case, *options = arguments
    with kernel.ready_kernel(Path.cwd(), case, LOADED) as ready, without(*UNNEEDED):
        from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
        from jupyterlab.labapp import LabApp

        own = import_module(__spec__.name)  # this module runs as `__main__`
        own.Kernels = kernel.taking(ready, ServerKernelManager)
        kind = f"--MappingKernelManager.kernel_manager_class={own.__name__}.Kernels"
        LabApp.launch_instance([*options, kind])


if __name__ == "__main__":
    main(sys.argv[1:])
