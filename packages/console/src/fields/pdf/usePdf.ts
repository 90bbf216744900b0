import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { EventBus, LinkTarget, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { type RefObject, useEffect, useRef, useState } from 'react';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Address of the library's character maps, fonts and decoders; written there by the build. */
const libraryDataPath = `/assets/pdf-${version}`;

/** Zoom value: the page is as wide as its container. */
const pageWidthZoom = 'page-width';

/** State of a PDF viewer. */
export interface PdfState {
  /** Number of pages; 0 until loaded. */
  readonly pages: number;
  /** Number of the visible page, from 1. */
  readonly page: number;
  readonly fault?: Error;
}

/**
 * Opens a document in a viewer.
 * @param container positioned absolutely, with one child element
 */
const openViewer = (
  container: HTMLDivElement,
  file: Blob,
  onChange: (state: PdfState) => void,
): { readonly viewer: PDFViewer; readonly close: () => void } => {
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus, externalLinkTarget: LinkTarget.BLANK });
  const viewer = new PDFViewer({ container, eventBus, linkService });
  linkService.setViewer(viewer);
  const fitWidth = (): void => {
    viewer.currentScaleValue = pageWidthZoom;
  };
  eventBus.on('pagesinit', fitWidth);
  eventBus.on('pagechanging', ({ pageNumber }: { readonly pageNumber: number }) =>
    onChange({ pages: viewer.pagesCount, page: pageNumber }),
  );
  const resized = new ResizeObserver(() => {
    if (viewer.currentScaleValue === pageWidthZoom) fitWidth();
  });
  resized.observe(container);
  let close = (): void => undefined;
  let closed = false;
  const read = async (): Promise<void> => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (closed) return;
    const task = getDocument({
      data: bytes,
      cMapUrl: `${libraryDataPath}/cmaps/`,
      iccUrl: `${libraryDataPath}/iccs/`,
      standardFontDataUrl: `${libraryDataPath}/standard_fonts/`,
      wasmUrl: `${libraryDataPath}/wasm/`,
    });
    close = () => void task.destroy();
    const document = await task.promise;
    if (closed) return;
    viewer.setDocument(document);
    linkService.setDocument(document);
    onChange({ pages: document.numPages, page: 1 });
  };
  read().catch((fault: Error) => {
    if (!closed) onChange({ pages: 0, page: 0, fault });
  });
  return {
    viewer,
    close: () => {
      closed = true;
      resized.disconnect();
      viewer.cleanup();
      close();
    },
  };
};

/**
 * Shows a PDF in an element.
 * @param container positioned absolutely, with one child, for the pages
 */
export const usePdf = (container: RefObject<HTMLDivElement | null>, file: Blob) => {
  const [state, setState] = useState<PdfState>({ pages: 0, page: 0 });
  const viewer = useRef<PDFViewer>(null);
  useEffect(() => {
    if (!container.current) return;
    const opened = openViewer(container.current, file, setState);
    viewer.current = opened.viewer;
    return opened.close;
  }, [container, file]);
  return {
    ...state,
    zoomIn: () => viewer.current?.increaseScale(),
    zoomOut: () => viewer.current?.decreaseScale(),
    fitWidth: () => {
      if (viewer.current) viewer.current.currentScaleValue = pageWidthZoom;
    },
  };
};
