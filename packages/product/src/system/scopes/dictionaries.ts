import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Type of a data scope: the rows that it allows, in BladeX's codes. */
export const rowScopeType = dictionary(
  'data_scope_type',
  ['数据权限类型', 'Data scope'],
  [
    [dataScopes.all, '全部可见', 'Everything'],
    [dataScopes.own, '本人可见', 'Own records'],
    [dataScopes.department, '所在机构可见', 'Own department'],
    [dataScopes.departmentAndBelow, '所在机构及子级可见', 'Own department and below'],
    [dataScopes.chosen, '自定义', 'Chosen departments'],
  ],
);

/** Type of the calls that an API scope names. */
export const callScopeType = dictionary(
  'api_scope_type',
  ['接口权限类型', 'API scope'],
  [
    ['1', '系统接口', 'System calls'],
    ['2', '业务接口', 'Business calls'],
  ],
);
