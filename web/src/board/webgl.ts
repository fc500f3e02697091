// Whether this browser can draw in three dimensions, and what draws there.

const SOFTWARE = /swiftshader|llvmpipe|software/i;
let known: string | null | undefined;

export function hasWebGL(): boolean {
  return renderer() !== null;
}

/** Whether the processor draws, because no graphics unit helps: a frame must not cost much. */
export function drawsSlowly(): boolean {
  return SOFTWARE.test(renderer() ?? '');
}

/** The name of the graphics unit, or of the program that stands in for it; null without WebGL. */
export function renderer(): string | null {
  if (known === undefined) known = tryIt();
  return known;
}

function tryIt(): string | null {
  try {
    const gl = document.createElement('canvas').getContext('webgl2');
    if (!gl) return null;
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return name;
  } catch {
    return null;
  }
}
