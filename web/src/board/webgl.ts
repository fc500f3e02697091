// Whether this browser can draw in three dimensions.

let known: boolean | undefined;

export function hasWebGL(): boolean {
  known ??= tryIt();
  return known;
}

function tryIt(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
