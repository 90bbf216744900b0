import OutsidePanel from './OutsidePanel.web.tsx';
import PastePanel from './PastePanel.web.tsx';

/** Panels that show records before one fills a form: one chunk, which no list loads before somebody opens one. */
export const fillPanels = { OutsidePanel, PastePanel };
