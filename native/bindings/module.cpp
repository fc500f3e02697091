// The Python module: what all games share, and the units of the games.
#include <nanobind/nanobind.h>

#include "bindings/cancel.hpp"
#include "bindings/units.hpp"
#include "core/types.hpp"

NB_MODULE(_native, module) {
  nanobind::exception<tretorri::Refused>(module, "Refused", PyExc_ValueError);
  tretorri::Cancel::stop_at_exit();
  for (const auto bind : tretorri::UNITS) bind(module);
}
