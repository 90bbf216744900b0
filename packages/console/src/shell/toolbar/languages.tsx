import { GlobalOutlined } from '@ant-design/icons';
import { setLanguage, useLanguage } from '../../i18n/language.ts';
import type { ToolbarItem } from './item.ts';

/** The other language, named in its own words: a reader lost in this one finds the way back. */
const other = {
  zh: { language: 'en', name: 'English' },
  en: { language: 'zh', name: '中文' },
} as const;

export const languages: ToolbarItem = {
  key: 'language',
  from: 3,
  useView() {
    const { language, name } = other[useLanguage()];
    return { label: name, icon: <GlobalOutlined />, onPick: () => setLanguage(language) };
  },
};
