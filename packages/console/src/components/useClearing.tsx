import { CloseCircleFilled } from '@ant-design/icons';
import { type ReactNode, useMemo } from 'react';
import { useLabel } from '../i18n/language.ts';

/** For the kit's `allowClear`: the button that empties a control, with a name in both languages. */
export interface Clearing {
  readonly clearIcon: ReactNode;
  readonly label: string;
}

/** The kit calls it “Clear” in every language, and the one of an input nothing at all. */
export const useClearing = (): Clearing => {
  const name = useLabel()(['清空', 'Clear']);
  return useMemo(
    () => ({
      label: name,
      clearIcon: (
        <>
          <CloseCircleFilled />
          <span className="ky-sr">{name}</span>
        </>
      ),
    }),
    [name],
  );
};
