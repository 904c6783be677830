/** How the text of a request's parameter is read, and what callers are told of one that can't be. */
export interface ParameterOptions {
  /** The value that a text stands for; undefined for one that is not valid. */
  read: (text: string) => unknown;
  /** What it must be, as in `an integer from 1 to 100`. */
  expected: string;
}

export interface ParameterRule extends ParameterOptions {
  name: string;
}

const rules = Symbol('parameter rules');

interface WithRules {
  [rules]?: readonly ParameterRule[];
}

/** Makes a property of a class a parameter of requests, optional where the class gives it a value of its own. */
export function Parameter(options: ParameterOptions): PropertyDecorator {
  return (prototype: WithRules, name) => {
    // Those of a class it extends are found on the way, and stay its own.
    prototype[rules] = [...(prototype[rules] ?? []), { name: String(name), ...options }];
  };
}

/** The parameters of a class in the order of their declaration, inherited ones first. */
export function parameterRulesOf(prototype: object): readonly ParameterRule[] {
  return (prototype as WithRules)[rules] ?? [];
}
