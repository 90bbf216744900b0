import { createContext } from 'react';

/** Functions that open the dialogs of the frame; stable while the frame is mounted. */
export interface DialogOpeners {
  readonly openSearch: () => void;
  readonly openPalette: () => void;
}

/** Context with the functions that open dialogs; undefined outside the frame. */
export const DialogOpenersContext = createContext<DialogOpeners | undefined>(undefined);
