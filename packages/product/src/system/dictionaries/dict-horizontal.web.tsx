import { DictPage } from './dict.web.tsx';

/** Renders 字典管理 with the entries beside the dictionaries. */
const HorizontalDictionaries = () => <DictPage opensAs="horizontal" />;

export default HorizontalDictionaries;
