import OutsidePanel from './OutsidePanel.web.tsx';
import PastePanel from './PastePanel.web.tsx';

/** Panels that show records before a form is filled, in one lazily loaded chunk. */
export const fillPanels = { OutsidePanel, PastePanel };
