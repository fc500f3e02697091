# Programs that put the native games through sanitizers and a fuzzer; no part of the package.
#
# Included by the main CMakeLists.txt, which has found the games, if TRETORRI_CHECKS is on.
find_package(Threads REQUIRED)

set(address -fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS)
set(thread -fsanitize=thread -DNDEBUG)

function(add_driver name)
  add_executable(${name} native/tests/${name}.cpp ${material_headers})
  target_include_directories(${name} PRIVATE native ${made} ${native_folders})
  target_compile_options(${name} PRIVATE ${warnings} -O1 -g1 -fno-omit-frame-pointer ${ARGN})
  set_target_properties(${name} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
  target_link_options(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PRIVATE Threads::Threads)
endfunction()

add_driver(walks ${address})
add_driver(voldetour_win_check ${address})
add_driver(threads ${thread})
add_driver(voldetour_brute_force -O3 -DNDEBUG)  # too slow otherwise
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)  # the fuzzer is a part of clang
  add_driver(text_fuzzer ${address} -fsanitize=fuzzer)
endif()
