import { DictPage } from './dict.web.tsx';

/** 字典管理: opens with the entries below the dictionaries. */
const VerticalDictionaries = () => <DictPage opensAs="vertical" />;

export default VerticalDictionaries;
