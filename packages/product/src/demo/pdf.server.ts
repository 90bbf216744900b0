import { pdfOf } from '../shared/paper/pdf.server.ts';

/** Returns a small PDF with a heading and paragraphs, in any script. */
export const smallPdf = (heading: string, paragraphs: readonly string[]): Buffer =>
  pdfOf({ title: heading, blocks: paragraphs.map((text) => ({ is: 'text' as const, text })) });
