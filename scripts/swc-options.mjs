// SWC options that match tsc, for running the product without a build. The product uses ES modules. SWC compiles them to
// CommonJS, because @nestjs/throttler is CommonJS and loads Nest with `require`, which Jest's ES modules do not support.
export const swcOptions = (tsx) => ({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true, tsx },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
    keepClassNames: true,
  },
  module: { type: 'commonjs', ignoreDynamic: false },
});
