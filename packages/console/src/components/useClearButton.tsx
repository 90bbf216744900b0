import { CloseCircleFilled } from '@ant-design/icons';
import { type ReactNode, useMemo } from 'react';
import { useLabel } from '../i18n/language.ts';

/**
 * Value of antd's `allowClear`: the button that empties an input, with a name in both languages.
 */
export interface ClearButton {
  readonly clearIcon: ReactNode;
  readonly label: string;
}

/**
 * Returns the clear button with an accessible name, which antd gives in English only, and in inputs
 * not at all.
 */
export const useClearButton = (): ClearButton => {
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
