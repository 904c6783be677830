COPY staging_streamers FROM STDIN;

COPY staging_streams FROM STDIN;

COPY staging_viewer_samples FROM STDIN;

COPY staging_helix FROM STDIN;
