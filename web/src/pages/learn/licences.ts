// What others have made and we use, with its licence.

export const LICENCES = [
  ['Svelte', 'MIT'],
  ['three.js', 'MIT'],
  ['uqr', 'MIT'],
  ['Fraunces', 'SIL OFL 1.1'],
  ['Source Sans 3', 'SIL OFL 1.1'],
  ['FastAPI', 'MIT'],
  ['Starlette', 'BSD 3-Clause'],
  ['Uvicorn', 'BSD 3-Clause'],
  ['websockets', 'BSD 3-Clause'],
  ['Pydantic', 'MIT'],
  ['SQLAlchemy', 'MIT'],
  ['Alembic', 'MIT'],
  ['aiosqlite', 'MIT'],
  ['structlog', 'MIT, Apache 2.0'],
  ['Click', 'BSD 3-Clause'],
  ['Rich', 'MIT'],
  ['nanobind', 'BSD 3-Clause'],
] as const;
