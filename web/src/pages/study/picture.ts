// Pictures of a position: drawn by the server as SVG, and by the browser as PNG from that.
import { address } from '../../api/api';
import type { Setting } from './thinking.svelte';

const PNG_WIDTH_PIXELS = 1600; // pixels of a PNG

export async function svgOf(setting: Setting): Promise<Blob> {
  const response = await fetch(address('/positions/picture.svg'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(setting),
  });
  if (!response.ok) throw new Error(response.statusText);
  return new Blob([await response.text()], { type: 'image/svg+xml' });
}

export async function pngOf(setting: Setting): Promise<Blob> {
  const address = URL.createObjectURL(addSize(await (await svgOf(setting)).text()));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = PNG_WIDTH_PIXELS;
    canvas.height = Math.round((PNG_WIDTH_PIXELS * image.naturalHeight) / image.naturalWidth);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => {
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The picture with its measures, without which some browsers do not know how large it is. */
function addSize(svg: string): Blob {
  const [, width = '1', height = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const measured = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  return new Blob([measured], { type: 'image/svg+xml' });
}

/** Lets the browser save something as a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
