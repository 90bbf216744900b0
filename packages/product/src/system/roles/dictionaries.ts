import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Range of records that a role gives access to (wire codes of `data_scope_type`). */
export const roleDataScope = dictionary(
  'roleDataScope',
  ['数据范围', 'Data scope'],
  [
    [dataScopes.all, '全部可见', 'Everything'],
    [dataScopes.own, '本人可见', 'Own records'],
    [dataScopes.department, '所在机构可见', 'Own department'],
    [dataScopes.departmentAndBelow, '所在机构及子级可见', 'Own department and below'],
    [dataScopes.chosen, '自定义', 'Chosen departments'],
  ],
);
