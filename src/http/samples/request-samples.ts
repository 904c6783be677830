/** A request in one language, in the format of documentation tools for `x-codeSamples`. */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** Returns a request of a JSON or SVG response in three languages. Double quotes have the same meaning in all three. */
export function requestSamples(address: string, needsToken: boolean, isPicture = false): [Sample, Sample, Sample] {
  const url = JSON.stringify(address);
  const curl = `curl ${needsToken ? '--header "Authorization: Bearer $TOKEN" ' : ''}${url}`;
  const options = needsToken ? ', { headers: { Authorization: `Bearer ${process.env.TOKEN}` } }' : '';
  const javascript = [
    `const response = await fetch(${url}${options});`,
    'if (!response.ok) throw new Error(await response.text());',
    `console.log(await response.${isPicture ? 'text' : 'json'}());`,
  ];
  const request = needsToken ? `Request(${url}, headers={"Authorization": f"Bearer {os.environ['TOKEN']}"})` : url;
  const python = [
    ...(isPicture ? [] : ['import json']),
    ...(needsToken ? ['import os'] : []),
    `from urllib.request import ${needsToken ? 'Request, ' : ''}urlopen`,
    '',
    `with urlopen(${request}) as response:`,
    `    print(${isPicture ? 'response.read().decode()' : 'json.load(response)'})`,
  ];
  return [
    { lang: 'Shell', label: 'curl', source: curl },
    { lang: 'JavaScript', label: 'JavaScript', source: javascript.join('\n') },
    { lang: 'Python', label: 'Python', source: python.join('\n') },
  ];
}
