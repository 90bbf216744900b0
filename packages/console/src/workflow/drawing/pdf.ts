/** Size and margin of a page in points: A4 landscape. */
const pageSize = { width: 841.89, height: 595.28, margin: 36 };

/** Pixels per unit of the diagram, so that text is sharp in print. */
const pixelsPerUnit = 2;

/** Returns a diagram as a picture on white. */
const pictureOf = async (
  svg: string,
): Promise<{ bytes: Uint8Array; width: number; height: number }> => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * pixelsPerUnit;
  canvas.height = image.naturalHeight * pixelsPerUnit;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92));
  if (!blob) throw new Error('no picture');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { bytes, width: canvas.width, height: canvas.height };
};

/** Writes the objects of a PDF with their cross-reference table, PDF 1.4 (ISO 32000-1 §7.5). */
const writeObjects = (objects: readonly (readonly (string | Uint8Array)[])[]): Blob => {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let at = 0;
  const put = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    parts.push(bytes);
    at += bytes.length;
  };
  put('%PDF-1.4\n');
  const places = objects.map((object, index) => {
    const place = at;
    put(`${index + 1} 0 obj\n`);
    for (const part of object) put(part);
    put('\nendobj\n');
    return place;
  });
  const table = at;
  put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const place of places) put(`${String(place).padStart(10, '0')} 00000 n \n`);
  put(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts as BlobPart[], { type: 'application/pdf' });
};

/** Returns an SVG as a PDF with one A4 landscape page. */
export const svgToPdf = async (svg: string): Promise<Blob> => {
  const { bytes, width, height } = await pictureOf(svg);
  const room = {
    width: pageSize.width - 2 * pageSize.margin,
    height: pageSize.height - 2 * pageSize.margin,
  };
  const scale = Math.min(room.width / width, room.height / height, 1 / pixelsPerUnit);
  const [w, h] = [width * scale, height * scale];
  const [x, y] = [(pageSize.width - w) / 2, (pageSize.height - h) / 2];
  const content = `q ${w.toFixed(2)} 0 0 ${h.toFixed(2)} ${x.toFixed(2)} ${y.toFixed(2)} cm /Im Do Q`;
  return writeObjects([
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>`,
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n`,
      bytes,
      '\nendstream',
    ],
  ]);
};
