"""What holds for every form and every text that people send: twice, late, pasted, hostile, refused."""
