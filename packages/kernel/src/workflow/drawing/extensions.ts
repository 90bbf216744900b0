const text = (name: string) => ({ name, isAttr: true, type: 'String' });

/** Flowable's extensions to BPMN, as far as this product writes them. */
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

/** Extensions of this product for the settings of a step. */
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

/** Extensions to the meta-model of BPMN 2.0 in files of this product. */
export const bpmnExtensions = { flowable, keyan: own };
