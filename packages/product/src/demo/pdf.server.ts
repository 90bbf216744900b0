import { pdfOf } from '../shared/paper/pdf.server.ts';

/** A small PDF: a heading and paragraphs, in any script. */
export const smallPdf = (heading: string, paragraphs: readonly string[]): Buffer =>
  pdfOf({ title: heading, blocks: paragraphs.map((text) => ({ is: 'text' as const, text })) });
