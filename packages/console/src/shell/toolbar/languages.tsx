import { GlobalOutlined } from '@ant-design/icons';
import { setLanguage, useLanguage } from '../../i18n/language.ts';
import type { ToolbarItem } from './item.ts';

/**
 * Toolbar item: switches the language; named in the other language, so that readers of that
 * language find it.
 */
const otherLanguage = {
  zh: { language: 'en', name: 'English' },
  en: { language: 'zh', name: '中文' },
} as const;

export const languagesItem: ToolbarItem = {
  key: 'language',
  from: 3,
  useView() {
    const { language, name } = otherLanguage[useLanguage()];
    return { label: name, icon: <GlobalOutlined />, onPick: () => setLanguage(language) };
  },
};
