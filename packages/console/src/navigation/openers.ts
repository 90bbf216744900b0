import { createContext } from 'react';

/** Opens the dialogs of the frame; the functions never change while the frame is mounted. */
export interface DialogOpeners {
  readonly openSearch: () => void;
  readonly openPalette: () => void;
}

/** Undefined outside the frame, where nobody is signed in. */
export const OpenersContext = createContext<DialogOpeners | undefined>(undefined);
