"""How parts of kernels are compiled: as far as the kernel that calls them needs, and no further.

Numba optimizes every function that it compiles and makes machine code of it, each with copies of
all that it calls. Parts never run on their own: only what is linked into a kernel does, where it is
optimized once more. So a part stays what it is after translation, and the kernel does the rest,
which saves more than a third of the compile time.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class _Nowhere:
    """Takes the place of an execution engine for code that is never executed."""

    def set_env(self, name: str, env: Any) -> None:
        """An environment is for exceptions with Python objects, which parts do not raise."""


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code that is only linked into other code."""

    @property
    def codegen(self) -> _Nowhere:
        return _Nowhere()

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def _optimize_final_module(self) -> None:
        """The kernel does that."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):  # type: ignore[misc]
    """Lowers into such a library."""

    _name = "inarow_part_lowering"

    def run_pass(self, state: Any) -> bool:
        name = state.func_id.func_qualname
        state.library = _PartLibrary(state.targetctx.codegen(), name)
        return bool(super().run_pass(state))


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """The usual steps, but for the last."""

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        for at, (step, words) in enumerate(manager.passes):
            if step is NativeLowering:
                manager.passes[at] = _PartLowering, words
        manager.finalize()
        return [manager]
