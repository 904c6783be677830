import swcJest from '@swc/jest';

/** SWC for Jest. The key leaves out the settings of the project, so that the projects of jest.config.mjs share compiled files. */
const createTransformer = (options) => {
  const swc = swcJest.createTransformer(options);
  const getCacheKey = (source, path, jest) =>
    swc.getCacheKey(source, path, { ...jest, configString: JSON.stringify([options, jest.config.rootDir]) });
  return { ...swc, getCacheKey };
};

export default { createTransformer };
