"""What a match leaves behind, on paper and as files: record sheet, evidence cards, the record itself."""
