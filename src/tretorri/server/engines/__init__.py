"""The engine behind a wall: *thinking* runs in processes that the *pool* owns; *driver* plays."""
