import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import { svgToPdf } from './pdf.ts';

/** Renders a file as SVG, outside the visible page. */
const svgOf = async (xml: string): Promise<string> => {
  const box = document.createElement('div');
  box.style.cssText = 'position:fixed;left:-9999px;width:1200px;height:800px';
  document.body.append(box);
  const viewer = new NavigatedViewer({ container: box });
  try {
    await viewer.importXML(xml);
    return (await viewer.saveSVG()).svg;
  } finally {
    viewer.destroy();
    box.remove();
  }
};

/** File formats for exporting a route. */
export type ExportForm = 'bpmn' | 'svg' | 'pdf';

/** Export formats of a route: file extension, and function that returns the content. */
export const exportFormats: Readonly<
  Record<ExportForm, { readonly ending: string; readonly write: (xml: string) => Promise<Blob> }>
> = {
  bpmn: {
    ending: 'bpmn20.xml',
    write: async (xml) => new Blob([xml], { type: 'application/xml' }),
  },
  svg: {
    ending: 'svg',
    write: async (xml) => new Blob([await svgOf(xml)], { type: 'image/svg+xml' }),
  },
  pdf: { ending: 'pdf', write: async (xml) => svgToPdf(await svgOf(xml)) },
};
