import DOMPurify from 'dompurify';
import { useMemo } from 'react';

/**
 * Sanitiser options. A link opens a new window, as the server wrote it, so that it does not replace
 * this page.
 */
const sanitiserOptions = {
  USE_PROFILES: { html: true },
  FORBID_ATTR: ['style'],
  ADD_ATTR: ['target'],
};

/**
 * Renders formatted text, sanitised when shown: stored text is not trusted. The sanitiser is loaded
 * with this module only.
 */
const Html = ({ text }: { text: string }) => {
  const clean = useMemo(() => DOMPurify.sanitize(text, sanitiserOptions), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above
  return <div className="ky-rich" dangerouslySetInnerHTML={{ __html: clean }} />;
};

export default Html;
