import { DictPage } from './dict.web.tsx';

/** 字典管理: opens with the entries beside the dictionaries. */
const HorizontalDictionaries = () => <DictPage opensAs="horizontal" />;

export default HorizontalDictionaries;
