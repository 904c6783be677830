import { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import { propertyNames } from '../lists/property-names.js';

/** A class of validated parameters. */
interface ParametersClass extends Type<object> {
  /** The message of a 404. */
  notFound?: string;
  /**
   * Returns the parameters that equal requests can spell differently, as the response depends on them. They are the first
   * ones in a next link. `path` has the parameters of the path.
   */
  toCanonical?(parameters: object, path: object): object;
}

/** Parameters by name, in the same order for equal requests. */
export type CanonicalParameters = Readonly<Record<string, unknown>>;

/** The parameters of a handler. All its arguments are objects of documented classes: the path first, the query last. */
export class HandlerParameters {
  /** Examples of errors. Undefined for errors that the parameters do not cause. */
  readonly notFound: string | undefined;
  readonly badRequest: string | undefined;
  /** True if the handler returns a page of a list. */
  readonly isPaged: boolean;
  private readonly classes: ParametersClass[];
  private readonly names: string[][];

  constructor(controller: object, handler: string) {
    this.classes = Reflect.getMetadata('design:paramtypes', controller, handler) as ParametersClass[];
    this.names = this.classes.map(relevantNames);
    this.isPaged = this.names.some((names) => names.includes('cursor'));
    [this.notFound] = this.classes.flatMap((one) => one.notFound ?? []);
    [this.badRequest] = this.classes.toReversed().flatMap(listMessages);
  }

  /** Returns all parameters of a request that can change the response. */
  toCanonical(given: readonly CanonicalParameters[]): CanonicalParameters[] {
    return given.map((parameters, i) => {
      const canonical: Record<string, unknown> = { ...this.classes[i]?.toCanonical?.(parameters, given[0]!) };
      for (const name of this.names[i]!) if (!(name in canonical)) canonical[name] = parameters[name];
      return canonical;
    });
  }
}

/** Returns the names of parameters with more than one valid value. */
function relevantNames(parameters: ParametersClass): string[] {
  const schemaOf = (name: string) =>
    Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, parameters.prototype as object, name) as { enum?: unknown[] };
  return propertyNames(parameters).filter((name) => schemaOf(name).enum?.length !== 1);
}

/** Returns the fixed messages of a class, its own messages before the messages of its parent. */
function listMessages(parameters: ParametersClass): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(parameters, '', false, false);
  return rules.flatMap(({ message, propertyName }) =>
    typeof message === 'string' ? message.replace('$property', propertyName) : [],
  );
}
