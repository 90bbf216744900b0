-- Files of rewards, norms and programs stood under 01 申报书, which these kinds do not have: they are 99 其他附件.
update attachment set catalog = '99'
 where resource in ('scoreReward', 'scoreNorm', 'assessProgram') and catalog = '01';
