import { createContext } from 'react';

/** Opens the dialogs of the frame; the functions never change while the frame is mounted. */
export interface DialogOpeners {
  readonly openSearch: () => void;
  readonly openPalette: () => void;
}

/** Context with the openers of dialogs; undefined outside the frame. */
export const DialogOpenersContext = createContext<DialogOpeners | undefined>(undefined);
