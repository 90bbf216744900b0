import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import { language, onLanguage } from './language.ts';
import { zh } from './zh.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: { shell: typeof zh };
  }
}

/**
 * The shell's texts. i18next follows the page's language and is never asked to choose one; labels
 * of definitions do not pass through here (`useLabel`).
 */
export const texts: i18n = i18next.createInstance();

void texts.use(initReactI18next).init({
  lng: language(),
  fallbackLng: 'zh',
  defaultNS: 'shell',
  resources: { zh: { shell: zh }, en: { shell: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
});

onLanguage(() => void texts.changeLanguage(language()));
