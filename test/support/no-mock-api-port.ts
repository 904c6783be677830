/** Stands in for a file of @twurple/common that has `import.meta`, which is no CommonJS. Its answer is the same where nothing is set. */
export const getMockApiPort = (): null => null;
