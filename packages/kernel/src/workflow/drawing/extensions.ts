const text = (name: string) => ({ name, isAttr: true, type: 'String' });

/** Extensions of the engines of the family to BPMN, as far as this product writes them. */
const flowable = {
  name: 'flowable',
  prefix: 'flowable',
  uri: 'http://flowable.org/bpmn',
  xml: { tagAlias: 'lowerCase' },
  types: [
    {
      name: 'UserSettings',
      extends: ['bpmn:UserTask'],
      properties: ['assignee', 'candidateGroups', 'skipExpression'].map(text),
    },
    {
      name: 'LoopSettings',
      extends: ['bpmn:MultiInstanceLoopCharacteristics'],
      properties: ['collection'].map(text),
    },
  ],
};

/** Our own settings of a step. */
const own = {
  name: 'keyan',
  prefix: 'keyan',
  uri: 'http://keyan/schema/bpmn/1.0',
  xml: { tagAlias: 'lowerCase' },
  types: [
    {
      name: 'StepSettings',
      extends: ['bpmn:UserTask'],
      properties: [
        ...['empty', 'skipSame', 'tag', 'editable', 'rejudge', 'refuse', 'english'],
        ...['agree', 'against', 'onAgainst'],
      ].map(text),
    },
    {
      name: 'EndSettings',
      extends: ['bpmn:EndEvent'],
      properties: ['result', 'free'].map(text),
    },
  ],
};

/** Additions to the meta-model of BPMN 2.0 that files of the product have. */
export const bpmnExtensions = { flowable, keyan: own };
