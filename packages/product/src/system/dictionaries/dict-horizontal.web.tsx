import { DictPage } from './dict.web.tsx';

/** 字典管理(横向): the entries beside the dictionaries. */
const HorizontalDictionaries = () => <DictPage layout="horizontal" />;

export default HorizontalDictionaries;
